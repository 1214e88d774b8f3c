import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packageRoot } from '../../src/base/read-file.ts';
import type { ProjectChoice } from './project-choice.ts';

/**
 * The files of a new project by path, from the template of its language. `README.md` is a section, not a whole file;
 * `.gitignore` is for a folder that has none.
 */
export function projectFiles(choice: ProjectChoice, folder: string): ReadonlyMap<string, string> {
	const template = join(packageRoot(), 'cli', 'init', 'template', choice.language);
	const files = new Map(FILES.map((path) => [path, readFileSync(join(template, path), 'utf8')]));
	files.set(CONFIG, configOf(files.get(CONFIG) ?? '', choice, schemaPath(folder)));
	return files.set('.gitignore', 'results/\n');
}

const CONFIG = 'gemmark.config.yaml';

const FILES: readonly string[] = [
	CONFIG,
	'prompts/system.md',
	'tools.json',
	'answers.yaml',
	'corpus/prompts.csv',
	'README.md',
];

/** The template is a config that runs as it is; what was chosen replaces its values. */
function configOf(template: string, { name, suites, hits }: ProjectChoice, schema: string): string {
	const chosen = template.replaceAll(/^ {2}- kind: (\S+)[^\n]*\n(?: {4}[^\n]*\n)*/gmu, (block, kind: string) =>
		suites.includes(kind) ? block : '',
	);
	const named = chosen
		.replace(/^ {2}name: .*$/mu, () => `  name: ${JSON.stringify(name)}`)
		.replace(/\{ hits: \d+,/u, `{ hits: ${hits},`);
	return `# yaml-language-server: $schema=${schema}\n${named}`;
}

/** Where an editor finds the schema: in the package that is, or will be, installed in the folder or above it. */
function schemaPath(folder: string): string {
	const installed = relative(folder, packageRoot()).split(sep).join('/');
	const root = /^(?:\.\.\/)*node_modules\/gemmark$/u.test(installed) ? installed : 'node_modules/gemmark';
	return `${root.startsWith('.') ? '' : './'}${root}/docs/config.schema.json`;
}
