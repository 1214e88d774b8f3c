import { normalizeText } from '../../text/normalize-text.ts';
import type { LogSample } from '../record.ts';

/**
 * Samples whose transcript is another's: nowhere is said what their row asks, though it is in most of their suite and arm,
 * or what is said is another row's; so of their messages, and of the prompt that was rendered of them. A suite may ask in
 * words of its own, and then none of its samples says its row's; a turn that failed may not have come to them.
 */
export function askedOtherwise(samples: readonly LogSample[]): ReadonlySet<LogSample> {
	const groups = Map.groupBy(samples.flatMap(asked), ({ sample: { suite, arm } }) => JSON.stringify([suite, arm]));
	return new Set(
		[...groups.values()].flatMap((group) => [
			...strangers(
				group.filter(({ said }) => said.length > 0),
				({ said }, input) => said.includes(input),
				({ said: [first = ''] }, inputs) => inputs.has(first),
			),
			...strangers(
				group.filter(({ tail }) => tail !== undefined),
				({ tail = '' }, input) => tail.includes(input),
				({ tail = '' }, inputs) => inputs.values().some((input) => tail.includes(input)),
			),
			...sharedPrompts(group),
		]),
	);
}

interface Asked {
	readonly sample: LogSample;
	readonly input: string;
	/** What the user said, in its order. */
	readonly said: readonly string[];
	/** Of the first prompt, behind system text and tools. */
	readonly tail: string | undefined;
}

function asked(sample: LogSample): readonly Asked[] {
	const { error, failure, messages = [], generations } = sample.transcript;
	const { input } = sample.sample;
	if (typeof input !== 'string' || (error ?? failure) !== undefined) return [];
	const said = messages.flatMap((message) => (message.role === 'user' ? normalizeText(message.text) : []));
	const tail = generations[0]?.promptTail;
	return [{ sample, input: normalizeText(input), said, tail: tail === undefined ? tail : normalizeText(tail) }];
}

function strangers(
	group: readonly Asked[],
	asks: (one: Asked, input: string) => boolean,
	asksOther: (one: Asked, inputs: ReadonlySet<string>) => boolean,
): readonly LogSample[] {
	const inputs = new Set(group.map(({ input }) => input));
	const others = group.filter((one) => !asks(one, one.input));
	const few = others.length * 2 < group.length;
	return others.filter((one) => few || asksOther(one, inputs)).map(({ sample }) => sample);
}

/** One prompt cannot have been rendered of two users' words. */
function sharedPrompts(group: readonly Asked[]): readonly LogSample[] {
	const first = new Map<string, Asked>();
	return group.flatMap((one) => {
		const hash = one.sample.transcript.generations[0]?.promptSha256;
		if (hash === undefined || one.said.length === 0) return [];
		const before = first.get(hash) ?? one;
		first.set(hash, before);
		return before.input === one.input || before.said[0] === one.said[0] ? [] : [one.sample];
	});
}
