import { normalizeText } from '../../text/normalize-text.ts';
import type { LogSample } from '../record.ts';

/**
 * Samples whose transcript is another's: nowhere is said what their row asks, though it is in most of their suite and arm,
 * or what is said first is another row's. A suite may ask in words of its own, and then none of its samples says its row's;
 * a turn that failed may not have come to them.
 */
export function askedOtherwise(samples: readonly LogSample[]): ReadonlySet<LogSample> {
	const told = samples.flatMap((sample) => {
		const { error, failure, messages = [] } = sample.transcript;
		const said = messages.flatMap((message) => (message.role === 'user' ? normalizeText(message.text) : []));
		const { input } = sample.sample;
		if (typeof input !== 'string' || said.length === 0 || (error ?? failure) !== undefined) return [];
		return [{ sample, input: normalizeText(input), said }];
	});
	const groups = Map.groupBy(told, ({ sample: { suite, arm } }) => JSON.stringify([suite, arm]));
	return new Set(
		[...groups.values()].flatMap((group) => {
			const inputs = new Set(group.map(({ input }) => input));
			const others = group.filter(({ input, said }) => !said.includes(input));
			const few = others.length * 2 < group.length;
			return others.filter(({ said: [first = ''] }) => few || inputs.has(first)).map(({ sample }) => sample);
		}),
	);
}
