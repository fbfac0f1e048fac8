/// A file of a generated module.
public struct GeneratedFile: Hashable, Sendable {
  /// The path relative to the package directory: `Sources/Details/DetailsView.swift`.
  public let path: String
  /// The content.
  public let text: String
}
