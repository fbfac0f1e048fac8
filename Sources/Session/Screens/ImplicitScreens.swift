internal import Records
internal import Workspace

/// A list screen and a record screen of each type, for browsers. They need no screen definitions.
///
/// A list screen has the first properties of its type as columns; a record screen has all of them,
/// each as a field, a label or a list.
final class ImplicitScreens {
  static let prefix = "-/"
  private static let mostColumns = 8
  private static let mostOfItem = 6

  private let view: (_ text: String) -> ViewDefinition?
  private var revision = -1
  private(set) var screens: [ScreenDefinition] = []
  private var formatters: [String: FormatterDefinition] = [:]

  init(reading view: @escaping (_ text: String) -> ViewDefinition?) { self.view = view }

  static func nameOfList(of type: String) -> String { "\(prefix)type/\(type)" }

  func formatter(named name: String) -> FormatterDefinition? { formatters[name] }

  func update(_ types: [RecordType], revision: Int) {
    guard self.revision != revision else { return }
    self.revision = revision
    (screens, formatters) = ([], [:])
    for type in types {
      if let list = screen(listText(of: type)) { screens.append(list) }
      guard var record = screen(recordText(of: type)) else { continue }
      for list in type.properties where list.kind.isListOfRecords {
        guard
          let item = list.item?.kind.recordType.flatMap({ name in
            types.first { $0.name == name }
          })
        else { continue }
        let formatter = FormatterDefinition(
          name: list.name, type: type.name, template: Self.template(of: list.name, item),
          isHTML: false, isLocal: true)
        let name = "\(Self.prefix)\(type.name).\(list.name)"
        formatters[name] = formatter
        record.formatters.append(name)
      }
      screens.append(record)
    }
  }

  private func screen(_ text: String) -> ScreenDefinition? {
    if case .screen(let screen)? = view(text) { screen } else { nil }
  }

  private func listText(of type: RecordType) -> String {
    let columns = type.properties.prefix(Self.mostColumns).map(\.name.asName)
    return """
      screen \(Self.nameOfList(of: type.name).asName) for [\(type.name.asName)] {
        title "\(type.name.asTemplateText)"
        columns \(columns.joined(separator: ", "))
        menu add, edit, delete
      }
      """
  }

  private func recordText(of type: RecordType) -> String {
    let title = (type.title ?? type.key).map { "{{\($0.name)}}" }
    var lines = title.map { ["title \"\($0)\""] } ?? []
    var menu = ["edit", "delete"]
    for property in type.properties {
      let name = property.name.asName
      if property.kind.isListOfRecords {
        if property.ownsRecords { menu.append("add \(name)") }
      } else {
        let isField = property.isGiven && !property.kind.isList
        lines.append("\(isField ? "field" : "label") \(name) on \(name)")
      }
    }
    lines.append("menu " + menu.joined(separator: ", "))
    return """
      screen \("\(Self.prefix)record/\(type.name)".asName) for \(type.name.asName) {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  private static func template(of list: String, _ item: RecordType) -> String {
    let names = item.properties.filter { !$0.kind.isList }.prefix(mostOfItem).map {
      "{{\($0.name)}}"
    }
    return "{{#\(list)}}\n\(names.joined(separator: ", "))\n{{/\(list)}}"
  }
}

extension String {
  fileprivate var asTemplateText: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
