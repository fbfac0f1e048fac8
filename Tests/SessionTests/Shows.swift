let shows = """
  define Review { source: Text = "anonymous", rating: Integer in 1...5 = 3 }
  define Show { title: Text key, price: Decimal(integer: 3, fraction: 2)?, reviews: [Review] owned }
  let echo = put Show["Silent Echo"]
  append echo.reviews new Review source="Courier" rating=4
  formatter card for Show "{{title}}\\n{{price}}"
  formatter ratings for Show "{{#reviews}}\\n{{source}}: {{rating}}\\n{{/reviews}}\\n{{^reviews}}\\nno reviews\\n{{/reviews}}"

  """

let details = """
  screen Details for Show {
    title "Show: {{title}}"
    formatter card
    formatter ratings
    label t on title
    label mean = ((select avg(rating) from Review where Show_reviews_of = Show.id))
    field r on reviews[0].rating
    menu add, remove, show
  }

  """
