/** Said on every surface that shows results of the bundled miniature. */
export const MINIATURE_NOTICE = 'This is the bundled miniature, not Gemma: nothing here is a verdict about Gemma.';
