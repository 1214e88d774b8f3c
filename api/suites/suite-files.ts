import { shownPath } from '../../src/base/read-file.ts';
import { readCorpusRows } from '../../src/config/corpus/corpus-rows.ts';
import { ConfigFolder, type ConfigFolderOptions } from '../../src/config/folder.ts';
import { identifyData } from '../../src/corpus/corpus-files.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { SuiteContext } from '../../src/eval/define/define-suite.ts';
import type { SamplePlaces } from './sample-places.ts';

/** What suites are built from: files of a config's folder, or gemmark's own where there is no config. Remembers in `places` where samples stand. */
export function suiteContext(
	app: AppUnderTest,
	place: ConfigFolderOptions,
	places: SamplePlaces = new WeakMap(),
): SuiteContext {
	const folder = new ConfigFolder(place);
	return {
		app,
		readRows(path, schema) {
			const file = folder.pathOf(path, ['suites']);
			const { rows } = readCorpusRows(shownPath(file), schema);
			const isTable = /\.[ct]sv$/iu.test(file);
			for (const row of rows) places.set(row.value, { place: row.place, isTable });
			return { rows: rows.map(({ value }) => value), identity: identifyData(file) };
		},
		readText(path) {
			const { text } = folder.read(path, ['suites']);
			return { text: text.trimEnd(), identity: identifyData(folder.pathOf(path, ['suites'])) };
		},
	};
}
