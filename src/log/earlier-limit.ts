import type { LoggedGeneration } from '../eval/sample.ts';
import type { LogSample } from './record.ts';

/** The sample with the `limit` of its generations, which logs of before tell in the words of `raw` alone. */
export function withLimits(sample: LogSample): LogSample {
	const { generations } = sample.transcript;
	if (!generations.some(tellsInWords)) return sample;
	const told = generations.map((generation) => {
		if (!tellsInWords(generation)) return generation;
		const { finish } = generation;
		const limit = CUT_BY_GEMMARK.test(finish.raw) ? ('gemmark' as const) : ('engine' as const);
		return { ...generation, finish: { ...finish, limit } };
	});
	return { ...sample, transcript: { ...sample.transcript, generations: told } };
}

function tellsInWords({ finish: { unified, raw, limit } }: LoggedGeneration): boolean {
	return unified === 'length' && limit === undefined && (CUT_BY_GEMMARK.test(raw) || CUT_BY_ENGINE.test(raw));
}

const CUT_BY_GEMMARK = /, which the (?:server|app|runner .+) passed$/u;
const CUT_BY_ENGINE = /, (?:which was not asked for|by the server at \d+ of \d+ tokens?)$/u;
