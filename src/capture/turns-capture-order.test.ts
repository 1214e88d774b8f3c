import { describe, expect, it } from 'vitest';
import type { CapturedEvent } from './lines.ts';
import { inOrder, processesAtOnce } from './turns.ts';

const user = (n: number, text = '안녕'): CapturedEvent => ({ n, event: { t: 'user', text, atMs: 0 } });
const chunk = (n: number): CapturedEvent => ({ n, event: { t: 'chunk', turn: 0, text: `${n}`, atMs: n } });
const end = (n: number): CapturedEvent => ({ n, event: { t: 'end', atMs: n } });
const whole = [user(0), chunk(1), chunk(2), end(3)];

describe('inOrder', () => {
	it('leaves what is in order as it is', () => {
		expect(inOrder(whole)).toEqual(whole);
	});

	it('takes doubled lines once', () => {
		expect(inOrder(whole.flatMap((event) => [event, { ...event }]))).toEqual(whole);
	});

	it('puts swapped lines back, the first two as well', () => {
		expect(inOrder([chunk(1), user(0), end(3), chunk(2)])).toEqual(whole);
	});

	it('begins anew with an app that was started again', () => {
		const again = [user(0, '또 왔어'), chunk(1), end(2)];
		expect(inOrder([...whole, ...again])).toEqual([...whole, ...again]);
	});

	it('keeps the lines of an app that was started again apart, where its process tells', () => {
		const first = [user(0), chunk(1)].map((event) => ({ ...event, process: '1' }));
		const second = [chunk(2), end(3)].map((event) => ({ ...event, process: '2' }));
		expect(inOrder([...first, ...second])).toEqual([...first, ...second]);
		expect(inOrder([...second, ...first])).toEqual([...second, ...first]);
	});
});

describe('processesAtOnce', () => {
	const of = (...processes: readonly (string | undefined)[]): readonly string[] =>
		processesAtOnce(processes.map((process, n) => ({ ...chunk(n), process })));

	it('are those whose lines stand between each other’s', () => {
		expect(of('1', '2', '1')).toEqual(['1', '2']);
		expect(of('1', '2', undefined, '2', '3', '1')).toEqual(['1', '2', '3']);
	});

	it('are none where an app was started again, or nothing is told', () => {
		expect(of('1', '1', undefined, '1', '2', '3')).toEqual([]);
		expect(of(undefined, undefined)).toEqual([]);
	});
});
