/** The words of the project and its ports: scenarios and adapters meet here, and nowhere else. */
export * from './vocabulary/commands.ts';
export * from './vocabulary/comparison.ts';
export * from './vocabulary/failures.ts';
export * from './vocabulary/features.ts';
export * from './vocabulary/history.ts';
export * from './vocabulary/json.ts';
export * from './vocabulary/plan.ts';
export * from './vocabulary/port.ts';
export * from './vocabulary/program.ts';
export * from './vocabulary/protocol.ts';
export * from './vocabulary/report.ts';
export * from './vocabulary/requirement.ts';
export * from './vocabulary/server.ts';
export * from './vocabulary/strict.ts';
export * from './vocabulary/subject.ts';
export * from './vocabulary/verdict.ts';
export * from './vocabulary/view.ts';
