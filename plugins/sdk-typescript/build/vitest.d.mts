declare const settings: Record<string, unknown>;
export default settings;
export declare function texts(): { name: string };
