import { describe, expect, it } from 'vitest';
import { ConfigError, EngineError, UsageError } from '../../src/base/errors.ts';
import { reportFailure } from './failure.ts';

function told(error: unknown): { lines: string[]; exitCode: number } {
	const lines: string[] = [];
	return { exitCode: reportFailure(error, (line) => lines.push(line)), lines };
}

describe('reportFailure', () => {
	it('tells what, where and what to do in one line, with the exit code', () => {
		const error = new EngineError('model-missing', 'a.gguf: no such file', {
			hint: 'Check --model.',
			detail: 'stderr',
		});
		expect(told(error)).toEqual({ exitCode: 3, lines: ['gemmark: a.gguf: no such file. Check --model.'] });
	});

	it('names the flag that allows what differs', () => {
		const error = new UsageError('x differs', { hint: 'Allow it.', allow: ['settings.seed', 'corpus of prefix'] });
		expect(told(error).lines).toEqual([
			"gemmark: x differs. Allow it. To allow it: --allow settings.seed --allow 'corpus of prefix'",
		]);
	});

	it('gives usage and configuration exit code 2', () => {
		expect(told(new UsageError('x')).exitCode).toBe(2);
		expect(told(new ConfigError('x')).exitCode).toBe(2);
	});

	it('keeps hostile text on its line', () => {
		const { lines } = told(new ConfigError('corpus:1: \u001b[2Jid\nfake: line\u2028x'));
		expect(lines).toEqual(['gemmark: corpus:1: \\u001b[2Jid fake: line x.']);
	});

	it('names what a config has done to all objects', () => {
		Object.assign(Object.prototype, { unscored: 'x' });
		const { exitCode, lines } = told(new TypeError('Invalid property descriptor'));
		Reflect.deleteProperty(Object.prototype, 'unscored');
		expect(exitCode).toBe(2);
		expect(lines).toEqual([expect.stringContaining('has put unscored into Object.prototype')]);
	});

	it('calls a failure of its own a defect', () => {
		const { exitCode, lines } = told(new TypeError('x is undefined'));
		expect(exitCode).toBe(3);
		expect(lines[0]).toBe('gemmark: unexpected failure: x is undefined.');
		expect(lines.at(-1)).toMatch(/defect of gemmark/u);
	});
});
