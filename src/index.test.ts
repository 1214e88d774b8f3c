import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from './package/package-root.ts';

/** Packages the neutral core may use: each runs in a browser too. */
const NEUTRAL_PACKAGES = ['zod', '@huggingface/jinja', 'tinybench'];

/** Everything a module reaches: files by path, packages and builtins by name. Types are erased, so they do not count. */
function reached(entry: string): { files: string[]; packages: string[] } {
	const files = new Set<string>();
	const packages = new Set<string>();
	const queue = [entry];
	for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
		if (files.has(file)) continue;
		files.add(file);
		const source = readFileSync(file, 'utf8');
		const statements = source.matchAll(
			/^\s*(?:import|export)\s+(?!type\b)[^;]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'/gmu,
		);
		for (const [, still, lazy] of statements) {
			const specifier = still ?? lazy ?? '';
			if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier));
			else packages.add(specifier);
		}
	}
	return { files: [...files].map((file) => relative(packageRoot(), file)), packages: [...packages] };
}

describe('the root entry', () => {
	const { files, packages } = reached(join(packageRoot(), 'src', 'index.ts'));

	it('needs no node builtin and no engine', () => {
		const builtins = new Set(builtinModules);
		expect(packages.filter((name) => name.startsWith('node:') || builtins.has(name))).toEqual([]);
		expect(packages.filter((name) => !NEUTRAL_PACKAGES.includes(name))).toEqual([]);
	});

	it('reaches the core and nothing beyond it', () => {
		expect(files.length).toBeGreaterThan(80);
		expect(files.filter((file) => !file.startsWith('src/'))).toEqual([]);
		expect(files.filter((file) => /^src\/(?:cli|testing|model-file)\//u.test(file))).toEqual([]);
	});

	it('would be caught reaching one', () => {
		expect(reached(join(packageRoot(), 'src', 'node.ts')).packages).toContain('node:fs');
	});
});
