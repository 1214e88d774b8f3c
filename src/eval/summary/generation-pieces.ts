import { openThought } from '../../dialects/conversation/thoughts.ts';
import { knownDialects } from '../../dialects/dialects.ts';
import type { LoggedGeneration } from '../sample.ts';

/** What the model wrote, token by token, behind the thought that its prompt opened for it, where it did. */
export function wholePieces({ pieces, promptTail = '' }: LoggedGeneration, dialect: string): readonly string[] {
	const marks = knownDialects().find(({ name }) => name === dialect)?.thinking;
	const opened = marks === undefined ? '' : openThought(promptTail, marks);
	return opened === '' ? pieces : [opened, ...pieces];
}
