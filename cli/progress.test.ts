import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function written(
	isTTY: boolean,
	work: (progress: ReturnType<typeof createProgress>) => void,
	{ columns = 60, terminal = 'xterm' } = {},
): string {
	let text = '';
	work(createProgress({ isTTY, columns, write: (part: string) => (text += part) }, 'model', terminal));
	return text;
}

describe('progress', () => {
	it('writes plain lines where there is no terminal, one at each tenth', () => {
		const text = written(false, (progress) => {
			for (let done = 0; done <= 100; done += 1) progress.update(done, 100, 'x');
		});
		expect(text.split('\n').filter(Boolean)).toHaveLength(11);
		expect(text).not.toContain('\u001b');
		expect(text).toContain('model 50/100 x');
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

	it('tells a share of the whole as percent', () => {
		expect(written(false, (progress) => progress.update(0.0133828, 1, 'x'))).toBe('model 1 % x\n');
		expect(written(true, (progress) => progress.update(0.5, 1, 'x'))).toContain(' 50 % x');
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
