import type { Finish, Usage } from '../../src/index.ts';
import { counted, finishWordOf } from '../../src/index.ts';

/** A server's word for why it ended, as our own. `detail` is what it stopped at, where it tells. */
export function finishWord(word: string, detail?: string): Finish {
	const raw = detail === undefined || detail === '' ? word : `${word} ${detail}`;
	return { unified: finishWordOf(word) ?? 'unknown', raw };
}

/** How an answer ended that its server cut at a text which the request does not have among its stops. */
export function foreignStop(word: string): Finish {
	return { unified: 'length', raw: `stopped at "${word.slice(0, 100)}", which was not asked for`, limit: 'engine' };
}

/** Of two ends that a server tells of one answer, the one that claims less. */
export function moreCautious(told: Finish | undefined, next: Finish): Finish {
	return told === undefined || CAUTION[next.unified] >= CAUTION[told.unified] ? next : told;
}

const CAUTION: Readonly<Record<Finish['unified'], number>> = {
	stop: 0,
	'tool-call': 1,
	length: 2,
	deadline: 3,
	aborted: 3,
	unknown: 3,
};

/**
 * How an answer really ended: one of as many tokens as were allowed was cut, whatever its server calls it. A model that
 * ends by itself with the very last token is counted as cut too, unless the server names the text that it stopped at.
 */
export function limitedFinish(
	finish: Finish,
	{ outputTokens = 0 }: Usage,
	{ maxTokens, stop = [] }: { readonly maxTokens: number; readonly stop?: readonly string[] },
): Finish {
	// A server's own limit lies below the one that was asked for.
	if (finish.unified === 'length' && finish.limit === undefined && outputTokens > 0 && outputTokens < maxTokens) {
		const raw = `${finish.raw}, by the server at ${outputTokens} of ${counted(maxTokens, 'token')}`;
		return { unified: 'length', raw, limit: 'engine' };
	}
	const ended = finish.unified === 'stop' || finish.unified === 'tool-call';
	if (!ended || outputTokens < maxTokens || stop.some((text) => finish.raw.endsWith(` ${text}`))) return finish;
	return { unified: 'length', raw: `${finish.raw}, at ${outputTokens} of ${counted(maxTokens, 'token')}` };
}
