/// How an expression comes from the record that it is about to others that it reads.
package struct ReferencePath: Hashable, Sendable {
  /// One step from records to others.
  package enum Step: Hashable, Sendable {
    /// From records of a type to those that a property refers to.
    case reference(from: String, property: String, to: String)
    /// From records to the items of one of their lists, which have a column with the owner.
    case list(of: String, ownerColumn: String)

    /// The type of the records that it leads to.
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
