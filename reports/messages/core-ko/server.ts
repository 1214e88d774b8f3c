/** Korean of `src/base/messages/server.ts`. Alphabetical by code. */
export const server = {} as const;
