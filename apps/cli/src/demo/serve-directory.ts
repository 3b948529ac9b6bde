import { join, normalize } from 'node:path'

/** Serves the files of a directory on loopback until it is disposed. */
export function serveDirectory(directory: string): { readonly url: string } & AsyncDisposable {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      // Names that begin with a dot are nobody's business, and ".." is one of them.
      if (pathname.includes('/.')) return notFound()
      const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
      const file = Bun.file(join(directory, normalize(name)))
      return (await file.exists()) ? new Response(file) : notFound()
    },
  })
  return { url: server.url.href, [Symbol.asyncDispose]: () => server.stop(true) }
}

function notFound(): Response {
  return new Response('not found', { status: 404 })
}
