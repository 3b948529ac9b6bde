export { loadScript } from './script/load-script.ts'
export { parseScript } from './script/parse-script.ts'
export type { Script } from './script/schema.ts'
export { ScriptError } from './script/script-error.ts'
export {
  createRehearsalServer,
  type RehearsalRequest,
  type RehearsalServer,
  type RehearsalServerOptions,
} from './serve/rehearsal-server.ts'
