# Headings of RDoc files as RDoc reads them, in order: "LEVEL<tab>0<tab>TITLE" for each.
require "rdoc"
ARGV.each do |file|
  puts "FILE\t#{file}"
  text = File.read(file, encoding: "UTF-8")
  RDoc::Markup.parse(text).parts.grep(RDoc::Markup::Heading).each do |heading|
    puts "#{heading.level}\t0\t#{heading.text}"
  end
end
