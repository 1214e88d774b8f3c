/** Korean of `src/base/messages/lint.ts`. Alphabetical by code. */
export const lint = {} as const;
