declare module '@anthropic-ai/sandbox-runtime/vendor/seccomp/*' {
  const path: string
  export default path
}
