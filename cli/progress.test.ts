import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function written(
	isTTY: boolean,
	work: (progress: ReturnType<typeof createProgress>) => void,
	{ columns = 60, terminal = 'xterm', now = () => performance.now() } = {},
): string {
	let text = '';
	work(createProgress({ isTTY, columns, write: (part: string) => (text += part) }, 'model', { terminal, now }));
	return text;
}

describe('progress', () => {
	it('writes plain lines where there is no terminal, every ten seconds at most', () => {
		let seconds = 0;
		const work = (progress: ReturnType<typeof createProgress>): void => {
			for (; seconds <= 100; seconds += 1) progress.update(seconds, 100, 'x');
		};
		const text = written(false, work, { now: () => seconds * 1000 });
		expect(text).not.toContain('\u001b');
		expect(text.split('\n').filter(Boolean)).toEqual([
			'model 0/100 x',
			...[10, 20, 30, 40, 50, 60, 70, 80, 90].map((done) =>
				expect.stringMatching(
					new RegExp(`^model ${done}/100 ${100 - done >= 90 ? '2 min' : `${100 - done} s`} left x$`),
				),
			),
			'model 100/100 x',
		]);
	});

	it('estimates the time left by the pace of the current suite', () => {
		let seconds = 0;
		const work = (progress: ReturnType<typeof createProgress>): void => {
			progress.update(4, 16, '');
			// Resumed after the fourth; a prefix takes one second, a frame ten.
			for (let done = 5; done <= 8; done += 1) {
				seconds += 1;
				progress.update(done, 16, 'p', { name: 'prefix', done, total: 8 });
			}
			for (let done = 1; done <= 3; done += 1) {
				seconds += 10;
				progress.update(8 + done, 16, 'f', { name: 'frame', done, total: 8 });
			}
		};
		expect(
			written(false, work, { now: () => seconds * 1000 })
				.trim()
				.split('\n'),
		).toEqual([
			'model 4/16',
			'model 9/16 (frame 1/8, 70 s left) f',
			'model 10/16 (frame 2/8, 60 s left) f',
			'model 11/16 (frame 3/8, 50 s left) f',
		]);
	});

	it('prints a line with the bar out of its way', () => {
		const text = written(true, (progress) => {
			progress.update(1, 2, 'x');
			progress.print('✓ one');
		});
		expect(text.endsWith('\r\u001b[2K✓ one\n')).toBe(true);
	});

	it('draws a bar on a terminal and clears its line at the end', () => {
		const text = written(true, (progress) => {
			progress.update(1, 2, 'prefix p01');
			progress.finish();
		});
		expect(text).toContain('██████████░░░░░░░░░░ 1/2');
		expect(text.endsWith('\r\u001b[2K')).toBe(true);
	});

	it('writes plain lines on a terminal that cannot redraw one', () => {
		expect(written(true, (progress) => progress.update(1, 2, 'x'), { terminal: 'dumb' })).toBe('model 1/2 x\n');
	});

	it('prints a fraction of 1 as percent', () => {
		expect(written(false, (progress) => progress.update(0.0133828, 1, 'x'))).toBe('model 1% x\n');
		expect(written(true, (progress) => progress.update(0.5, 1, 'x'))).toContain(' 50% x');
	});

	it('keeps to one line of a narrow terminal, also in Hangul', () => {
		const text = written(true, (progress) => progress.update(2, 2, '한글'.repeat(20)), { columns: 40 });
		const shown = text.slice(text.indexOf('K') + 1);
		const hangul = shown.match(/[가-힣]/gu)?.length ?? 0;
		expect(shown.length + hangul).toBeLessThan(40);
		expect(hangul).toBeGreaterThan(0);
	});

	it('never lets a label move the cursor or leave the line', () => {
		const text = written(true, (progress) => progress.update(2, 2, `\u001b[2J\n${'x'.repeat(200)}`));
		expect(text).not.toContain('\n');
		expect(text.lastIndexOf('\u001b')).toBe(1);
		expect(text.length).toBeLessThan(70);
	});
});
