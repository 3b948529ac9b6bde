import { appendFileSync, readFileSync } from 'node:fs'

/** Preloaded into a run of agency: writes down every module that is loaded, as it is loaded. */
const file = process.env['TRACE_FILE'] ?? ''
Bun.plugin({
  name: 'trace-modules',
  setup(build) {
    build.onLoad({ filter: /\.(m?js|tsx?)$/ }, ({ path, loader }) => {
      appendFileSync(file, `${path}\n`)
      return { contents: readFileSync(path, 'utf8'), loader }
    })
  },
})
