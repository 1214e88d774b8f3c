import { judgedPrefixes } from '../../src/eval/score/judged-prefixes.ts';
import { type Label, mergeLabels } from '../../src/eval/scoring/labels.ts';
import { writeReport } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import { LABELS_NAME, labelsBeside, labelsFileCsv, requireOneWord } from '../../src/run/inputs/labels-file.ts';

/** What people said beside the logs that one log is made of. Throws ConfigError, also where a person says both yes and no. */
export function joinedLabels(folders: readonly string[]): readonly Label[] {
	const labels = folders.flatMap(labelsBeside);
	requireOneWord(labels, folders.join(', '));
	return mergeLabels(labels);
}

/** Writes them beside that log: people's word holds for it as well. Throws EnvironmentError. */
export async function carryLabels(labels: readonly Label[], folder: string, log: Log): Promise<void> {
	if (labels.length === 0) return;
	const { judged } = await judgedPrefixes(log);
	writeReport(folder, LABELS_NAME, labelsFileCsv(judged, labels));
}
