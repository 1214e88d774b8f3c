/** English sentences of pages and engines in a browser. Alphabetical by code. */
export const browser = {} as const;
