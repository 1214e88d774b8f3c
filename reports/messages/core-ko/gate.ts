/** Korean of `src/base/messages/gate.ts`. Alphabetical by code. */
export const gate = {} as const;
