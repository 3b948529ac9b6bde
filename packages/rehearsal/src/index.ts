export type { Result } from '@agency/core'
