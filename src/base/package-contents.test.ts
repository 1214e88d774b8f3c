import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from './read-file.ts';

/** Sources that the build compiles into the package. */
function builtSources(): readonly string[] {
	const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
	const list = execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--listFilesOnly'], {
		cwd: packageRoot(),
		encoding: 'utf8',
	});
	return list
		.split('\n')
		.map((file) => relative(packageRoot(), file.trim()))
		.filter((file) => file.endsWith('.ts') && !file.startsWith('..') && !file.includes('node_modules'));
}

describe('the package', () => {
	it('has no fixture and no test, and of the doubles those that gemmark/testing exports', () => {
		const sources = builtSources();
		expect(sources).toEqual(expect.arrayContaining(['cli/main.ts', 'clients/node/main.ts']));
		expect(sources).toContain('src/testing/index.ts');
		const own = sources.filter((file) => /-fixture\.ts$|-double\.ts$|\.test\.ts$|\/fixture\/|^lab/u.test(file));
		expect(own).toEqual([]);
		expect(sources.filter((file) => file.startsWith('src/testing/')).length).toBeLessThan(8);
	});

	it('is bundled by what is used of it, and has the two smaller models', () => {
		const { sideEffects, files } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
		expect(sideEffects).toBe(false);
		expect(files.filter((file: string) => file.endsWith('.gguf'))).toEqual([
			'models/mini/mini-q8_0.gguf',
			'models/mini/mini-q4_0.gguf',
		]);
	});

	it('imports no module for its effects alone, which a bundler would drop', () => {
		const effects = builtSources().filter((file) =>
			/^import '/mu.test(readFileSync(join(packageRoot(), file), 'utf8')),
		);
		expect(effects).toEqual([]);
	});
});
