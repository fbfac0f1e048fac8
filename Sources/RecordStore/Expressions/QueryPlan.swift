/// How the engine carries out a query.
public struct QueryPlan: Hashable, Sendable {
  /// What the engine does, step by step, in its own words but for the names of indexes.
  public internal(set) var steps: [String] = []
  /// The properties by whose indexes records are found.
  public internal(set) var indexes: [String] = []
  /// How many rows were stepped over in scans of whole tables.
  public internal(set) var scanned = 0
}
