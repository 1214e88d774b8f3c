import { normalizeText } from '../text/normalize-text.ts';
import type { LogSample } from './record.ts';

/**
 * Samples whose transcript says nowhere what their row asks, where most of their suite and arm do: those are another's. A
 * suite may ask in words of its own, and then none of its samples does.
 */
export function askedOtherwise(samples: readonly LogSample[]): ReadonlySet<LogSample> {
	const told = samples.flatMap((sample) => {
		const { input } = sample.sample;
		const said = (sample.transcript.messages ?? []).flatMap((message) => (message.role === 'user' ? message.text : []));
		if (typeof input !== 'string' || said.length === 0) return [];
		return [{ sample, same: said.some((text) => normalizeText(text) === normalizeText(input)) }];
	});
	const groups = Map.groupBy(told, ({ sample: { suite, arm } }) => JSON.stringify([suite, arm]));
	return new Set(
		[...groups.values()].flatMap((group) => {
			const others = group.filter(({ same }) => !same);
			return others.length * 2 < group.length ? others.map(({ sample }) => sample) : [];
		}),
	);
}
