import { MINIATURE_NOTICE as NOTICE } from '../../src/index.ts';

/** The English notice, for the reports that are not in a reader's language. */
export const MINIATURE_NOTICE: string = NOTICE.en;
