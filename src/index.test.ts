import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from './base/read-file.ts';
import * as surface from './index.ts';
import * as node from './node.ts';

/** Packages the neutral entry may use: each runs in a browser too. */
const NEUTRAL_PACKAGES = ['zod', '@huggingface/jinja'];

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

/** Exported names of an entry, types too. */
function exportedNames(entry: string): readonly string[] {
	const source = readFileSync(join(packageRoot(), 'src', entry), 'utf8').replace(/\/\/.*$/gmu, '');
	const spaces = Array.from(source.matchAll(/export \* as (\w+)/gu), ([, name = '']) => name);
	return [
		...spaces,
		...Array.from(source.matchAll(/export (?:type )?\{([^}]*)\}/gu), ([, names = '']) => names.split(',')),
	]
		.flat()
		.map((name) => name.trim().replace(/^type /u, ''))
		.filter((name) => name !== '');
}

describe('the root entry', () => {
	const { files, packages } = reached(join(packageRoot(), 'src', 'index.ts'));
	const names = exportedNames('index.ts');

	it('needs no node builtin and no engine', () => {
		const builtins = new Set(builtinModules);
		expect(packages.filter((name) => name.startsWith('node:') || builtins.has(name))).toEqual([]);
		expect(packages.filter((name) => !NEUTRAL_PACKAGES.includes(name))).toEqual([]);
	});

	it('reaches the core and the suites, and nothing beyond them', () => {
		expect(files.length).toBeGreaterThan(80);
		expect(files.filter((file) => !/^(?:src|suites)\//u.test(file))).toEqual([]);
		expect(files.filter((file) => /^src\/(?:testing|download|run|queue|gguf)\//u.test(file))).toEqual([]);
	});

	it('would be caught reaching one', () => {
		expect(reached(join(packageRoot(), 'src', 'node.ts')).packages).toContain('node:fs');
	});

	it('has 120 names at most, each once and each described where it is defined', () => {
		expect(names.length).toBeLessThanOrEqual(120);
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(expect.arrayContaining(['defineConfig', 'defineSuite', 'prefixSuite', 'scorers']));
		expect(names.filter((name) => !isDescribed(name, files))).toEqual([]);
	});

	it('and the node entry give what they say', () => {
		expect(Object.keys(surface)).toContain('scorers');
		expect(Object.keys(node)).toEqual(expect.arrayContaining(['evaluate', 'writeReports', 'compare', 'gate']));
	});
});

/** Whether a comment stands before the name's definition. */
function isDescribed(name: string, files: readonly string[]): boolean {
	const definition = new RegExp(
		`\\*/\\n(?:export )?(?:declare )?(?:async )?(?:abstract )?(?:const|function\\*?|class|interface|type) ${name}\\b|export \\* as ${name}\\b`,
		'u',
	);
	return [...files, ...TYPE_FILES].some((file) => definition.test(readFileSync(join(packageRoot(), file), 'utf8')));
}

/** Files of types only, which nothing imports at run time. */
const TYPE_FILES = [
	...['src/model/runner.ts', 'src/model/completer.ts', 'src/model/conversation.ts', 'src/model/generation.ts'],
	...['src/model/identity.ts', 'src/eval/app.ts', 'src/eval/suite.ts', 'src/eval/turn.ts', 'src/eval/sample.ts'],
	...['src/eval/scoring/calls.ts', 'src/chat/turn-loop.ts', 'src/chat/turn-loop.ts', 'src/chat/corpus-log.ts'],
	...['src/tool/tool.ts', 'src/tool/tool.ts', 'src/tool/tool.ts', 'src/frame/candidates.ts'],
	...['src/frame/candidates.ts', 'src/frame/suggest.ts', 'src/corpus/manifest.ts', 'src/dialects/dialect.ts'],
	...['src/eval/score.ts', 'src/eval/decision.ts', 'src/text/text.ts', 'src/base/json.ts', 'src/config/define.ts'],
];
