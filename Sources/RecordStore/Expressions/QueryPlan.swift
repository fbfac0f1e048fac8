/// How the engine carries out a query.
public struct QueryPlan: Hashable, Sendable {
  /// What the engine does, step by step, in its own words.
  public internal(set) var steps: [String] = []
  /// The properties by whose indexes records are found.
  public internal(set) var indexes: [String] = []
  /// How many rows were stepped over in scans of whole tables.
  public internal(set) var scanned = 0

  /// The names of the indexes in the steps, which the engine tells in no other way.
  var indexNames: [String] {
    steps.compactMap { step in
      guard step.hasPrefix("SEARCH "), let start = step.firstRange(of: " INDEX ") else {
        return nil
      }
      return String(step[start.upperBound...].prefix { $0 != " " })
    }
  }
}
