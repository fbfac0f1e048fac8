extension Int {
  package func count(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
