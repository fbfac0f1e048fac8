/// A path from the record that an expression is about to other records.
package struct ReferencePath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// Along a reference property.
    case reference(from: String, property: String, to: String)
    case list(of: String, ownerColumn: String)

    package var target: String {
      switch self {
      case .reference(_, _, let target): target
      case .list(let items, _): items
      }
    }
  }

  package var steps: [Step] = []

  func going(_ step: Step) -> ReferencePath { ReferencePath(steps: steps + [step]) }
}
