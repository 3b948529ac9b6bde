export { type FakeClock, fakeClock } from './fake-clock.ts'
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts'
export { verifies } from './verifies.ts'
