import { afterEach, expect, it, vi } from 'vitest';
import { WARNING } from '../src/base/thrown.ts';
import { printWarnings } from './process.ts';

const before = process.listeners('warning');
afterEach(() => {
	vi.restoreAllMocks();
	process.removeAllListeners('warning');
	for (const listener of before) process.on('warning', listener);
});

it("prints gemmark's warnings as a line, and leaves others to Node", () => {
	const node = vi.fn();
	process.removeAllListeners('warning');
	process.on('warning', node);
	const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	printWarnings();
	process.emit('warning', Object.assign(new Error('runner mine: dispose() throws\nError: gone'), { name: WARNING }));
	process.emit('warning', Object.assign(new Error('old'), { name: 'DeprecationWarning' }));
	expect(written.mock.calls).toEqual([
		[expect.stringMatching(/^gemmark: runner mine: dispose\(\) throws\S* ?Error: gone\n$/u)],
	]);
	expect(node).toHaveBeenCalledTimes(1);
});
