import { expect, test } from 'vitest';
import { PrefillWatch } from './prefill-watch.ts';

/** A prefill of that speed, in steps of 256 tokens unless they are smaller. */
function prefill(tokensPerSecond: number, stepTokens = 256): Parameters<PrefillWatch['note']>[0] {
	return { tokens: 4 * stepTokens, steps: 4, ms: (4000 * stepTokens) / tokensPerSecond };
}

function watch(probedSpeed?: number): PrefillWatch {
	const watch = new PrefillWatch();
	watch.probed(probedSpeed);
	return watch;
}

test('three generations in a row below half of the probed speed are noticed', () => {
	const watched = watch(100);
	expect(watched.note(prefill(49))).toBeUndefined();
	expect(watched.note(prefill(20))).toBeUndefined();
	expect(watched.note(prefill(30))).toEqual({ speed: 30, before: 100 });
});

test('one generation that is fast enough starts the count anew', () => {
	const watched = watch(100);
	const noticed = [20, 20, 60, 20, 20].map((speed) => watched.note(prefill(speed)));
	expect(noticed).toEqual(new Array(5).fill(undefined));
});

test('without a probed speed the fastest generation counts', () => {
	const watched = watch();
	const noticed = [40, 90, 80, 30, 30, 30].map((speed) => watched.note(prefill(speed)));
	expect(noticed.at(-1)).toEqual({ speed: 30, before: 90 });
});

test('small steps are not compared with large ones, which are faster', () => {
	const watched = watch();
	watched.note(prefill(300));
	const small = [100, 100, 100, 20, 20, 20].map((speed) => watched.note(prefill(speed, 32)));
	expect(small.slice(0, 5)).toEqual(new Array(5).fill(undefined));
	expect(small[5]).toEqual({ speed: 20, before: 100 });
});

test('prefills of few tokens a step are not counted', () => {
	const watched = watch(100);
	const noticed = [1, 1, 1, 1].map((speed) => watched.note(prefill(speed, 15)));
	expect(noticed).toEqual(new Array(4).fill(undefined));
});

test('after a probe, its speed is what later ones are compared with', () => {
	const watched = watch(100);
	watched.probed(30);
	const noticed = [20, 20, 20, 14, 14, 14].map((speed) => watched.note(prefill(speed)));
	expect(noticed.filter((found) => found !== undefined)).toEqual([{ speed: 14, before: 30 }]);
});
