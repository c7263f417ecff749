/** What is readonly to all others, while it is being made: fields that are there or not are set one by one, since spreading them takes five times as long. */
export type Written<Type> = { -readonly [Key in keyof Type]: Type[Key] };
