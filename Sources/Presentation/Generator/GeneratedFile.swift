/// A file of a module that was generated.
public struct GeneratedFile: Hashable, Sendable {
  /// Where it is, from the directory of the package: `Sources/Details/DetailsView.swift`.
  public let path: String
  /// What is in it.
  public let text: String
}
