/** English sentences of what scorers and evidence give as details. Alphabetical by code. */
export const score = {} as const;
