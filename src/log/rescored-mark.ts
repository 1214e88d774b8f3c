import { counted } from '../base/message.ts';
import type { Log } from './record.ts';

/** That a run was scored again, in a line; none where it was not. */
export function rescoredLines({ header: { rescored }, samples }: Pick<Log, 'header' | 'samples'>): readonly string[] {
	if (rescored === undefined) return [];
	const { at, changed, declared } = rescored;
	const others = `${changed} of ${counted(samples.length, 'sample')} came to another score`;
	const anew = declared.length === 0 ? '' : `; declared anew: ${declared.join(', ')}`;
	return [`the run was scored again on ${at.slice(0, 10)}: ${others}${anew}`];
}
