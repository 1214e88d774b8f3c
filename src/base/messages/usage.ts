/** English sentences of flags, options and library calls. Alphabetical by code. */
export const usage = {} as const;
