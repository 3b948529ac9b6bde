declare const AGENCY_VERSION: string | undefined

/** Set when agency is built; `dev` when it runs from its sources. */
export const version = typeof AGENCY_VERSION === 'string' ? AGENCY_VERSION : 'dev'
