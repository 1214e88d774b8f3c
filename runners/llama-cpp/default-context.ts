/**
 * Tokens, where the model was not trained for less. Beyond it, a prompt of this harness is no prompt of an on-device chat;
 * and the memory it takes is real.
 */
export const DEFAULT_CONTEXT = 8192;
