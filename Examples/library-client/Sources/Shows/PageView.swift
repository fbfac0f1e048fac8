public import Presentation

/// A view that renders an HTML page instead of drawing on a terminal.
public final class PageView: ViewInput {
  private var title = ""
  private var sections: [ItemSection<ShowItemID, ShowItemKind>] = []
  private var menu: [MenuEntry] = []

  /// Creates an empty page.
  public init() {}

  public func configure(with content: ViewContent<ShowItemID, ShowItemKind>) {
    content.title.follow { [weak self] in self?.title = $0 }
    content.sections.follow { [weak self] in self?.sections = $0 }
    content.menu.follow { [weak self] in self?.menu = $0 }
  }

  /// The HTML of the current page.
  public var html: String {
    var lines = ["<h1>\(title.escaped)</h1>"]
    for section in sections {
      if let title = section.title { lines.append("<h2>\(title.escaped)</h2>") }
      lines += section.items.map(line)
    }
    for entry in menu {
      let state = entry.reason.map { " disabled title=\"\($0.escaped)\"" } ?? ""
      lines.append("<button\(state)>\(entry.command.escaped)</button>")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ item: Item<ShowItemID, ShowItemKind>) -> String {
    switch item.kind {
    case .image: "<img src=\"\(item.text.escaped)\">"
    case .text: "<p>\(item.text.escaped)</p>"
    case .review: "<blockquote>\(item.text.escaped)</blockquote>"
    case .none: "<p><em>\(item.text.escaped)</em></p>"
    case .add: "<a href=\"#add\">\(item.text.escaped)</a>"
    }
  }
}

extension String {
  fileprivate var escaped: String {
    reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
