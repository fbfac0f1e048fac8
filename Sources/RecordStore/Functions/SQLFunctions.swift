/// The functions that expressions have besides SQLite's own.
///
/// They may not be used in a trigger, view, check or index, where other programs would miss them.
enum SQLFunctions {
  /// All of them; none of SQLite's own is replaced.
  static var all: [EngineFunction] {
    [
      EngineFunction("ulower", 1, lowercase),
      EngineFunction("uupper", 1, uppercase),
      EngineFunction("ulike", 2, like),
      EngineFunction("ulike", 3, like),
      EngineFunction("regexp", 2, match),
      EngineFunction("decimal_cmp", 2, compareDecimals),
      EngineFunction("decimal_key", 1, decimalKey),
      EngineFunction("decimal_round", 1, roundDecimal),
      EngineFunction("decimal_round", 2, roundDecimal),
      EngineFunction("double_round", 1, roundDouble),
      EngineFunction("double_round", 2, roundDouble),
      EngineFunction("decimal_max", nil) { extreme($0, isBetter: greater) },
      EngineFunction("decimal_min", nil) { extreme($0, isBetter: less) },
      EngineFunction(aggregate: "decimal_max") { Extreme(isBetter: greater) },
      EngineFunction(aggregate: "decimal_min") { Extreme(isBetter: less) },
      EngineFunction(aggregate: "decimal_sum") { Sum() },
      EngineFunction(aggregate: "decimal_avg", 2) { Mean() },
      EngineFunction("duration_text", 2, durationText),
      EngineFunction("fixed_moment", 1, fixedMoment),
      EngineFunction("fixed_modifier", 1, fixedModifier),
      EngineFunction("fixed_format", 1, fixedFormat),
      EngineFunction("fixed_count", 1, fixedCount),
    ]
  }

  /// What is made of an argument that stays the same through a statement, made only once.
  static func kept<Kept: AnyObject>(
    _ arguments: any EngineArguments, _ index: Int, _ make: (String) -> Kept
  ) -> Kept? {
    if let known = arguments.kept(index) { return known as? Kept }
    guard let made = arguments.text(index).map(make) else { return nil }
    arguments.keep(made, for: index)
    return made
  }
}
