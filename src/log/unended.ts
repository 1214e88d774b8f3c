import type { Said } from '../base/message.ts';
import { unendedText } from '../eval/run.ts';
import type { Log } from './record.ts';

/** That a run did not come to its end, and with what it failed: two sentences that reports put together, none where it did. */
export function unendedLines({ footer, failures }: Pick<Log, 'footer' | 'failures'>): readonly Said[] {
	const text = unendedText(footer === undefined ? {} : { footer });
	if (text === undefined) return [];
	const last = footer?.outcome === 'failed' ? failures.at(-1) : undefined;
	return last === undefined ? [text] : [text, last.said];
}
