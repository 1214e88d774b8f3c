import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function written(isTTY: boolean, work: (progress: ReturnType<typeof createProgress>) => void): string {
	let text = '';
	work(createProgress({ isTTY, columns: 60, write: (part: string) => (text += part) }, 'model'));
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

	it('never lets a label move the cursor or leave the line', () => {
		const text = written(true, (progress) => progress.update(2, 2, `\u001b[2J\n${'x'.repeat(200)}`));
		expect(text).not.toContain('\n');
		expect(text.lastIndexOf('\u001b')).toBe(1);
		expect(text.length).toBeLessThan(70);
	});
});
