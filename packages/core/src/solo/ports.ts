/** The instruction of a session, built in or replaced by the project. */
export interface InstructionResolver {
  resolve(name: 'initializer' | 'coding'): Promise<string>
}

/** Tells whether anything in the project has changed: equal prints, equal files. */
export interface ProjectFingerprint {
  /** Rejects with the signal's reason on an abort. */
  take(signal?: AbortSignal): Promise<string>
}
