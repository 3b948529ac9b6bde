export type { AIRunner } from '@agency/core'
