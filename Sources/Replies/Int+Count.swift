extension Int {
  /// The number with the noun, such as `1 change` or `3 changes`.
  package func count(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
